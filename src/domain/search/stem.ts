/**
 * The stem of an English word, so that who searches for "meeting" finds "meetings" and "met" not: Porter's algorithm of
 * 1980, which takes suffixes off in five steps, as long as enough is left before them. Words of other languages lose what
 * happens to look like an English ending; as those that are searched for lose it too, little is found wrongly.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  return finish(withoutFourth(replaced(replaced(withoutPlural(word), SECOND), THIRD)))
}

/** Consonants and vowels as letters of their own: `y` is a vowel behind a consonant. */
function shapeOf(word: string): string {
  let shape = ''
  for (const letter of word) {
    const isVowel = 'aeiou'.includes(letter) || (letter === 'y' && shape.endsWith('c'))
    shape += isVowel ? 'v' : 'c'
  }
  return shape
}

/** How often a consonant follows a vowel, as stretches: what the algorithm calls the measure. */
const measureOf = (word: string): number => shapeOf(word).match(/v+c+/g)?.length ?? 0

const hasVowel = (word: string) => shapeOf(word).includes('v')

const endsDouble = (word: string) => /([^aeiou])\1$/.test(word) && shapeOf(word).endsWith('cc')

/** Consonant, vowel, consonant, as "hop"; but not as "snow", "box" or "tray". */
const endsShort = (word: string) => shapeOf(word).endsWith('cvc') && !/[wxy]$/.test(word)

function withoutPlural(word: string): string {
  let rest = word
  if (/(?:ss|i)es$/.test(rest)) rest = rest.slice(0, -2)
  else if (rest.endsWith('s') && !rest.endsWith('ss')) rest = rest.slice(0, -1)

  if (rest.endsWith('eed')) rest = measureOf(rest.slice(0, -3)) > 0 ? rest.slice(0, -1) : rest
  else rest = withoutPast(rest)
  return rest.endsWith('y') && hasVowel(rest.slice(0, -1)) ? `${rest.slice(0, -1)}i` : rest
}

function withoutPast(word: string): string {
  const bare = /^(.*?)(?:ed|ing)$/.exec(word)?.[1]
  if (bare === undefined || !hasVowel(bare)) return word
  if (/(?:at|bl|iz)$/.test(bare)) return `${bare}e`
  if (endsDouble(bare) && !/[lsz]$/.test(bare)) return bare.slice(0, -1)
  return measureOf(bare) === 1 && endsShort(bare) ? `${bare}e` : bare
}

type Endings = readonly (readonly [ending: string, instead: string])[]

const SECOND: Endings = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]

const THIRD: Endings = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]

const longestEnding = (word: string, endings: readonly string[]): string | undefined =>
  endings.filter((ending) => word.endsWith(ending)).sort((a, b) => b.length - a.length)[0]

function replaced(word: string, endings: Endings): string {
  const ending = longestEnding(
    word,
    endings.map(([each]) => each),
  )
  if (ending === undefined) return word
  const before = word.slice(0, -ending.length)
  return measureOf(before) > 0 ? before + endings.find(([each]) => each === ending)![1] : word
}

const FOURTH = 'al ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize'.split(' ')

function withoutFourth(word: string): string {
  const ending = longestEnding(word, FOURTH)
  if (ending === undefined) return word
  // Of "sion" and "tion", the first letter stays.
  const before = word.slice(0, -(ending.endsWith('ion') ? 3 : ending.length))
  return measureOf(before) > 1 ? before : word
}

function finish(word: string): string {
  let rest = word
  if (rest.endsWith('e')) {
    const before = rest.slice(0, -1)
    const measure = measureOf(before)
    if (measure > 1 || (measure === 1 && !endsShort(before))) rest = before
  }
  return rest.endsWith('ll') && measureOf(rest.slice(0, -1)) > 1 ? rest.slice(0, -1) : rest
}
