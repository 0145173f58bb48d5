/** Attributes that let a machine compare a page with the evidence it quotes. */
import type { ShownCheck, ShownComparison, ShownMeasurement } from '../../evidence/shown.ts';

type DataAttributes = Record<`data-${string}`, string>;

export function measurementData({ id, stat, unit, raw, provenance }: ShownMeasurement): DataAttributes {
  return {
    'data-measurement': id,
    'data-lab': provenance.lab,
    'data-device': provenance.deviceSlug,
    'data-stat': stat,
    'data-unit': unit,
    'data-raw': String(raw),
  };
}

export function comparisonData({ id, ratio, low, high, verdict, provenance }: ShownComparison): DataAttributes {
  return {
    'data-comparison': id,
    'data-lab': provenance.lab,
    'data-device': provenance.deviceSlug,
    'data-raw': String(ratio.raw),
    'data-low': String(low.raw),
    'data-high': String(high.raw),
    'data-verdict': verdict,
  };
}

export function checkData({ id, part, raw, provenance }: ShownCheck): DataAttributes {
  return {
    'data-check': id,
    'data-lab': provenance.lab,
    'data-device': provenance.deviceSlug,
    'data-part': part,
    'data-raw': String(raw),
  };
}
