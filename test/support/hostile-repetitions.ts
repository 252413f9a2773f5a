// Texts of one repeated unit, such as quadratic programs take long for: the beginning of something that never ends.

const CHARACTERS = ' \n\t|@=><[]`*_~#"\'\\&{}():/-.a0\u2028é'
const UNITS = [
  ...CHARACTERS.split(''),
  'a ',
  '<a',
  '<a "',
  "<a '",
  '<!--',
  '](',
  '[](',
  '![',
  '@**',
  '#**',
  '=?a?q?b?=',
  '\r\n ',
  '--a\r\n',
  'a@',
  '{noformat}',
  'http://a',
  '<http://a',
  '<@',
  '<at>',
  '```',
  '> ',
  '- ',
  '&lt;',
  '&#',
  '$$',
  '||',
  '[a](\u{f0005})',
  '](\u{f0005}',
  'a=',
  'a;',
  ', ',
  '%0',
  '\\"',
]
/** What makes an expression begin anew, or a line end. */
const ENDS = ['', 'x', '\u2028', 'x\n']

export type HostileText = { name: string; text: (length: number) => string }

const repeated = (unit: string, end: string): HostileText => ({
  name: JSON.stringify(`${unit}…${end}`),
  text: (length) => unit.repeat(Math.ceil(length / unit.length)) + end,
})

/** Many texts, for functions. */
export const HOSTILE_TEXTS = UNITS.flatMap((unit) => ENDS.map((end) => repeated(unit, end)))
/** Fewer, for the many fields of many deliveries. */
export const HOSTILE_VALUES = UNITS.map((unit, index) => repeated(unit, index % 2 === 0 ? 'x\n' : '\u2028'))
