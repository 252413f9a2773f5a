import fc from 'fast-check'

/**
 * The shape of a document that may be costly to parse: pieces of Markdown, repeated up to a length. A parser is slow, or its
 * output long, mostly where one construct begins many times, ends everywhere, or never ends.
 */
export type Shape = { before: string[]; unit: string[]; later: string[]; after: string[]; setting: Setting }

/** What is done with the lines of the document. */
type Setting = 'as it is' | 'one line' | 'quoted' | 'in a list' | 'in a table'

const PIECES: Record<string, readonly string[]> = {
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

const ALL_PIECES = Object.values(PIECES).flat()

/** Tokens of code and of TeX, for documents of one block. */
const CODE_TOKENS = [
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

const piece = fc.constantFrom(...ALL_PIECES)
const setting: fc.Arbitrary<Setting> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('as it is' as const) },
  fc.constantFrom('one line' as const, 'quoted' as const, 'in a list' as const, 'in a table' as const),
)

const fromPieces: fc.Arbitrary<Shape> = fc.record({
  before: fc.array(piece, { maxLength: 2 }),
  unit: fc.array(piece, { minLength: 1, maxLength: 4 }),
  later: fc.array(piece, { maxLength: 2 }),
  after: fc.array(piece, { maxLength: 1 }),
  setting,
})

/** A table with a wide head and empty rows: each row is rendered as wide as the head. */
const wideTable: fc.Arbitrary<Shape> = fc.integer({ min: 2, max: 1500 }).map((columns) => ({
  before: [`${'|'.repeat(columns + 1)}\n${'|-'.repeat(columns)}|\n`],
  unit: ['|\n'],
  later: [],
  after: [],
  setting: 'as it is',
}))

const block = (opening: fc.Arbitrary<string>, tokens: readonly string[]): fc.Arbitrary<Shape> =>
  fc.record({
    before: opening.map((line) => [line]),
    unit: fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 4 }),
    later: fc.constant([]),
    after: fc.constant([]),
    setting: fc.constant('as it is' as const),
  })

/** Random shapes. */
export const shapes: fc.Arbitrary<Shape> = fc.oneof(
  { weight: 12, arbitrary: fromPieces },
  { weight: 1, arbitrary: wideTable },
  {
    weight: 2,
    arbitrary: block(
      fc.constantFrom(...LANGUAGES).map((name) => `\`\`\`${name}\n`),
      [...CODE_TOKENS, '\n', ' '],
    ),
  },
  {
    weight: 1,
    arbitrary: block(fc.constant('```math\n'), [...CODE_TOKENS, '^', '_', '\\frac', '\\sqrt', '\\left(', '&']),
  },
)

/** Returns a shape with some of its parts replaced by those of another. */
export const crossShapes = (shape: Shape, other: Shape, which: number): Shape => ({
  before: which & 1 ? other.before : shape.before,
  unit: which & 2 ? [...shape.unit, ...other.unit].slice(-4) : shape.unit,
  later: which & 4 ? other.unit : shape.later,
  after: which & 8 ? other.after : shape.after,
  setting: which & 16 ? other.setting : shape.setting,
})

/** Returns a document of a shape, with so many characters. */
export function documentOf({ before, unit, later, after, setting: place }: Shape, length: number): string {
  const freeLength = Math.max(0, length - before.join('').length - after.join('').length)
  const half = later.length > 0 ? Math.floor(freeLength / 2) : 0
  const whole =
    before.join('') + fillUp(unit.join(''), freeLength - half) + fillUp(later.join(''), half) + after.join('')
  return truncate(placeInSetting(whole, place), length)
}

function placeInSetting(text: string, place: Setting): string {
  switch (place) {
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

const fillUp = (unit: string, length: number) =>
  unit === '' ? '' : unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

const truncate = (text: string, maxLength: number) => [...text].slice(0, maxLength).join('')

/** Returns a shape as text, to repeat a failed test. */
export const describeShape = (shape: Shape): string => JSON.stringify(shape)
