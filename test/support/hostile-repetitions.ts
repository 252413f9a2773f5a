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

const [SHORT, LONG] = [12_500, 100_000]
/** A Worker may use 0.1 seconds for 100 kB, and a busy machine takes twice as long. Quadratic time for an eighth would be a 64th. */
const MAX_MS = 200
const UNSUSPECTED_MS = 100 / 64
const TRIES = 5

const cpuMilliseconds = () => process.cpuUsage().user / 1000

function duration(run: (text: string) => unknown, text: string): number {
  const start = cpuMilliseconds()
  run(text)
  return cpuMilliseconds() - start
}

/** Returns the texts for which the function takes longer than 0.1 seconds for 100 kB. */
export function slowTexts(run: (text: string) => unknown, texts: readonly HostileText[]): string[] {
  return texts.filter((each) => isSlow(run, each)).map(({ name }) => name)
}

function isSlow(run: (text: string) => unknown, { text }: HostileText): boolean {
  if (!takesLonger(run, text(SHORT), UNSUSPECTED_MS)) return false
  return takesLonger(run, text(LONG), MAX_MS)
}

/** The compiler and the collector of garbage delay some runs, so the shortest of several counts. */
function takesLonger(run: (text: string) => unknown, text: string, most: number): boolean {
  for (let nth = 0; nth < TRIES; nth++) if (duration(run, text) <= most) return false
  return true
}
