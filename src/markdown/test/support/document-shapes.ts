import fc from 'fast-check'

/**
 * Documents that may cost much: scraps of Markdown, repeated until the document is long enough. What makes a parser slow
 * or its output long is almost always one thing that is begun again and again, ended everywhere, or never.
 */
export type Shape = { before: string[]; unit: string[]; later: string[]; after: string[]; setting: Setting }

/** Where the document stands: as it is, on one line, or with something before each line. */
type Setting = 'as it is' | 'one line' | 'quoted' | 'in a list' | 'in a table'

const SCRAPS: Record<string, readonly string[]> = {
  text: ['a', 'é', '中', ' ', '\n', '\n\n', '\t', '\r', '.', ',', '!', '?', '/', '\\', '\u0000', '\ufdd0', '\u200d'],
  emphasis: ['*', '**', '***', '*a*', '**a**', '~', '~~', '~~a~~', '_', '^', '* a *'],
  code: ['`', '``', '`a`', '\\`', '\n```\n', '\n~~~\n', '\n```js\n', '    a\n', '\n    '],
  brackets: ['[', ']', '(', ')', '](', '[a](', '[a](b)', '[a](b "c")', '[a](b "', '<', '>', '"', "'", '{', '}'],
  addresses: ['a.io', 'https://', 'http://a.io/', 'a@b.io', '@', 'www.', 'https://a.io/(', 'bitcoin:', '://', '#'],
  previews: ['https://a.io/a.png ', 'https://youtu.be/abc\n', ' /user_uploads/1/ab/a.png', 'https://a.io/v.mp4\n\n'],
  emoji: [':smile:', ':+1:', ':a:', ':', ':)', ' :)', '😀', '👩‍🚀', '🇩🇪', '\u{1f3f4}\u{e0067}', '0\ufe0f\u20e3'],
  mentions: [
    '@**',
    '@**a**',
    '@**a',
    '@_**a|7**',
    '@*a*',
    '@*',
    '@**all**',
    '#**a**',
    '#**a>b**',
    '#**a>',
    '#**a>b@5**',
  ],
  times: ['<time:', '<time:2017-06-05T22:30:00>', '<time:x>'],
  entities: ['&', '&amp;', '&#', '&#x3c;', '&lt'],
  formulas: ['$$', '$$x$$ ', '$$x^2$$', '$$\\frac{a}{b}$$ ', '\\frac{', '^{', '\n```math\n', '\\LaTeX ', "'"],
  quotes: ['\n> ', '\n>', '>', '> > a\n', '\n```quote\n', '\n```spoiler a\n', '\n````quote\n'],
  lists: ['\n* ', '\n- ', '- - ', '\n1. ', '\n  * ', '\n  ', '1. a\n', '* a\n'],
  tables: ['|', '\n|', '|-', '-|-', 'a|b\n', '|a|\n|-|\n', 'a|b\n-|-\n', '\n|-|\n', '\\|', '`|'],
  headings: ['\n# ', '#\n', '\n---\n', '- - -\n', '***\n', '## a ##\n'],
  linkifiers: ['#1 ', '#12', 'a/b#3 ', 'a/', 'T-1', ' a', 'k '],
}

const ALL_SCRAPS = Object.values(SCRAPS).flat()

/** Words of code and of TeX, for documents that are one block of either. */
const CODE = [
  'a',
  '0',
  '"',
  "'",
  '/*',
  '*/',
  '//',
  '<',
  '</',
  '<!--',
  '(',
  ')',
  '{',
  '}',
  '\\',
  '#',
  '$',
  '${',
  '=',
  ';',
]

const LANGUAGES = [
  'js',
  'python',
  'c',
  'cpp',
  'css',
  'graphql',
  'ocaml',
  'protobuf',
  'typescript',
  'yaml',
  'html',
  'bash',
  'cmake',
  'java',
  'php',
  'ruby',
  'sql',
  'go',
  'rust',
]

const scrap = fc.constantFrom(...ALL_SCRAPS)
const setting: fc.Arbitrary<Setting> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('as it is' as const) },
  fc.constantFrom('one line' as const, 'quoted' as const, 'in a list' as const, 'in a table' as const),
)

const ofScraps: fc.Arbitrary<Shape> = fc.record({
  before: fc.array(scrap, { maxLength: 2 }),
  unit: fc.array(scrap, { minLength: 1, maxLength: 4 }),
  later: fc.array(scrap, { maxLength: 2 }),
  after: fc.array(scrap, { maxLength: 1 }),
  setting,
})

/** A head of so many cells, and rows that have none: each row is as long as the head. */
const wideTable: fc.Arbitrary<Shape> = fc.integer({ min: 2, max: 1500 }).map((columns) => ({
  before: [`${'|'.repeat(columns + 1)}\n${'|-'.repeat(columns)}|\n`],
  unit: ['|\n'],
  later: [],
  after: [],
  setting: 'as it is',
}))

const block = (opening: fc.Arbitrary<string>, words: readonly string[]): fc.Arbitrary<Shape> =>
  fc.record({
    before: opening.map((line) => [line]),
    unit: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }),
    later: fc.constant([]),
    after: fc.constant([]),
    setting: fc.constant('as it is' as const),
  })

export const shapes: fc.Arbitrary<Shape> = fc.oneof(
  { weight: 12, arbitrary: ofScraps },
  { weight: 1, arbitrary: wideTable },
  {
    weight: 2,
    arbitrary: block(
      fc.constantFrom(...LANGUAGES).map((name) => `\`\`\`${name}\n`),
      [...CODE, '\n', ' '],
    ),
  },
  { weight: 1, arbitrary: block(fc.constant('```math\n'), [...CODE, '^', '_', '\\frac', '\\sqrt', '\\left(', '&']) },
)

/** The shape with some of its scraps exchanged for those of another. */
export const crossed = (shape: Shape, other: Shape, which: number): Shape => ({
  before: which & 1 ? other.before : shape.before,
  unit: which & 2 ? [...shape.unit, ...other.unit].slice(-4) : shape.unit,
  later: which & 4 ? other.unit : shape.later,
  after: which & 8 ? other.after : shape.after,
  setting: which & 16 ? other.setting : shape.setting,
})

/** The document of a shape, of so many characters. */
export function documentOf({ before, unit, later, after, setting: where }: Shape, length: number): string {
  const room = Math.max(0, length - before.join('').length - after.join('').length)
  const half = later.length > 0 ? Math.floor(room / 2) : 0
  const whole = before.join('') + filled(unit.join(''), room - half) + filled(later.join(''), half) + after.join('')
  return characters(standing(whole, where), length)
}

function standing(text: string, where: Setting): string {
  switch (where) {
    case 'as it is':
      return text
    case 'one line':
      return text.replaceAll('\n', ' ')
    case 'quoted':
      return text.replace(/^/gm, '> ')
    case 'in a list':
      return text.replace(/^/gm, '* ')
    case 'in a table':
      return `a|b\n-|-\n${text.replaceAll('\n\n', '\n')}`
  }
}

const filled = (unit: string, length: number) =>
  unit === '' ? '' : unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

const characters = (text: string, most: number) => [...text].slice(0, most).join('')

export const inWords = (shape: Shape): string => JSON.stringify(shape)
