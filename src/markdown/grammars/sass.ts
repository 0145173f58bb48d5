import type { LanguageRegistration } from 'shiki';

/** Machine code of NVIDIA GPUs as nvdisasm prints it, one instruction a line. */
export const sass: LanguageRegistration = {
  name: 'sass',
  displayName: 'SASS',
  aliases: ['nvsass'],
  scopeName: 'source.sass',
  patterns: [
    {
      // /*0080*/ @!P0 SHFL.DOWN: address, predicate, opcode, modifiers
      match: '^\\s*(/\\*[0-9a-f]+\\*/)?\\s*(@!?U?P[0-9T]+\\b)?\\s*([A-Z][A-Z0-9_]*)((?:\\.[A-Za-z0-9_]+)*)',
      captures: {
        1: { name: 'comment.sass' },
        2: { name: 'variable.predicate.sass' },
        3: { name: 'keyword.mnemonic.sass' },
        4: { name: 'keyword.modifier.sass' },
      },
    },
    { include: '#operand' },
  ],
  repository: {
    operand: {
      patterns: [
        { name: 'comment.sass', match: '/\\*.*?\\*/|//.*$' },
        { name: 'constant.bank.sass', match: '\\bcx?\\[[^\\]]+\\]\\[[^\\]]+\\]' },
        {
          name: 'meta.address.sass',
          begin: '(?:\\b(?:desc|g?desc))?\\[',
          end: '\\]',
          patterns: [{ include: '#register' }, { include: '#number' }],
        },
        { include: '#register' },
        { name: 'variable.predicate.sass', match: '!?\\bU?P(?:[0-9]|T)\\b' },
        { name: 'keyword.modifier.sass', match: '\\.(?:reuse|[A-Z][A-Z0-9_]*)\\b' },
        { name: 'entity.name.function.sass', match: '\\.L_[A-Za-z0-9_$.]+' },
        { include: '#number' },
        { name: 'punctuation.sass', match: '[,;|]' },
      ],
    },
    register: {
      patterns: [
        { name: 'variable.register.sass', match: '\\b(?:U?R(?:[0-9]+|Z)|B[0-9]+|SB[0-9]+|SR_[A-Z0-9_.]+)\\b' },
      ],
    },
    number: {
      patterns: [
        {
          name: 'constant.numeric.sass',
          match:
            '\\b0x[0-9a-f]+\\b|(?<![A-Za-z0-9_.])-?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?\\b|\\+?\\bINF\\b|\\bQNAN\\b',
        },
      ],
    },
  },
};
