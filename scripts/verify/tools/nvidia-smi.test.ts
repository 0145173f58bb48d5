import { describe, expect, it } from 'vitest';
import { deviceState } from '../../../src/schema/device.ts';
import { parseSettings, parseState, STATE_FIELDS } from './nvidia-smi.ts';
import { readFixture } from './read-fixture.ts';

const recorded = readFixture('nvidia-smi-query.csv');

describe('parseState', () => {
  it('reads the columns by name; one that was not asked for is absent', () => {
    const state = parseState(recorded);
    expect(state).toEqual({
      status: 'read',
      smClockMHz: 1980,
      memoryClockMHz: 3201,
      maxSmClockMHz: 1980,
      powerWatts: null,
      powerLimitWatts: 700,
      temperatureCelsius: 35,
      throttleReasons: '0x0000000000000000',
    });
    expect(deviceState.parse(state)).toEqual(state);
  });

  it('reads every field it asks for, in any order', () => {
    const units: Record<string, string> = { clocks: ' [MHz]', power: ' [W]' };
    const heading = [...STATE_FIELDS].reverse().map((name) => name + (units[name.split('.')[0] ?? ''] ?? ''));
    const csv = `${heading.join(', ')}\r\n0x0000000000000004, 61, 350.00 W, 71.52 W, 1770 MHz, 5001 MHz, 1590 MHz\r\n`;
    expect(parseState(csv)).toMatchObject({
      smClockMHz: 1590,
      powerWatts: 71.52,
      throttleReasons: '0x0000000000000004',
    });
  });

  it('reads the throttle reasons under their older name', () => {
    const csv = recorded.replace('clocks_event_reasons', 'clocks_throttle_reasons');
    expect(parseState(csv)).toMatchObject({ status: 'read', throttleReasons: '0x0000000000000000' });
  });

  it.each(['[N/A]', '[Not Supported]', '[Unknown Error]', 'N/A'])('takes %s for no power limit', (absent) => {
    expect(parseState(recorded.replace('700.00 W', absent))).toMatchObject({ status: 'read', powerLimitWatts: null });
  });

  it.each([
    ['no clocks', recorded.replace('1980 MHz, 3201', '[N/A], 3201'), /gives no clocks: .*clocks\.current\.sm \[N\/A\]/],
    ['another unit', recorded.replace('700.00 W', '0.70 kW'), /power\.limit is "0\.70 kW", which is not a number in W/],
    ['no throttle reasons', recorded.replace('0x0000000000000000', '[N/A]'), /throttle reasons: \[N\/A\]/],
    ['no device', 'No devices were found\n', /No devices were found/],
    ['no driver', 'NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver.\n', /has failed/],
    ['an unknown field', 'Field "clocks.current.sn" is not a valid field to query.\n', /not a valid field/],
    ['a heading alone', `${recorded.split('\n')[0] ?? ''}\n`, /listed no device/],
    ['several devices', `${recorded}${recorded.split('\n')[1] ?? ''}\n`, /listed 2 devices; name one with -i/],
    ['a row of another length', recorded.replace(', 35,', ','), /NVIDIA H200, 580/],
    ['nothing', '', /printed nothing/],
  ])('is unavailable for %s, and says why', (_, csv, reason) => {
    const state = parseState(csv);
    expect(state).toMatchObject({ status: 'unavailable' });
    expect(state).toHaveProperty('reason', expect.stringMatching(reason));
  });
});

describe('parseSettings', () => {
  it('reads the driver and the modes', () => {
    expect(parseSettings(recorded)).toEqual({ driver: '580.159.04', ecc: 'enabled', mig: 'disabled' });
  });

  it.each([
    ['[N/A]', 'not-supported'],
    ['[Not Supported]', 'not-supported'],
    ['[Unknown Error]', 'unknown'],
  ])('reads a mode of %s as %s', (printed, setting) => {
    expect(parseSettings(recorded.replace('Disabled', printed)).mig).toBe(setting);
  });

  it('takes a mode that was not asked for as unknown', () => {
    expect(parseSettings('driver_version\n580.159.04\n')).toEqual({
      driver: '580.159.04',
      ecc: 'unknown',
      mig: 'unknown',
    });
  });

  it('refuses anything but one row', () => {
    expect(() => parseSettings('No devices were found\n')).toThrow(/one device with its driver_version/);
  });
});
