/**
 * The stem of an English word, so that who searches for "meeting" finds "meetings" and "met" not: Porter's algorithm of
 * 1980, which takes suffixes off in five steps, as long as enough is left before them. Words of other languages lose what
 * happens to look like an English ending; as those that are searched for lose it too, little is found wrongly.
 *
 * The same words come again and again, so some are kept in mind.
 */
export function stem(word: string): string {
  // Only words of ordinary length are kept, so that the memory they take is bounded.
  if (word.length > LONGEST_WORD) return word
  const known = kept.get(word)
  if (known !== undefined) return known
  const found = isEnglish(word) ? finish(withoutFourth(replaced(replaced(withoutPlural(word), SECOND), THIRD))) : word
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(word, found)
  return found
}

const kept = new Map<string, string>()
const MOST_KEPT = 20_000

// Longer ones are no words, and nobody should pay for taking them apart.
const LONGEST_WORD = 40
const isEnglish = (word: string) => word.length >= 3 && word.length <= LONGEST_WORD && /^[a-z]+$/.test(word)

/** Of each letter, whether it is a vowel: `y` is one behind a consonant. */
function vowelsOf(word: string): boolean[] {
  const vowels: boolean[] = []
  for (const letter of word) vowels.push('aeiou'.includes(letter) || (letter === 'y' && vowels.at(-1) === false))
  return vowels
}

/** How often a consonant follows a vowel: what the algorithm calls the measure. */
function measureOf(word: string): number {
  const vowels = vowelsOf(word)
  return vowels.filter((isVowel, i) => !isVowel && vowels[i - 1] === true).length
}

const hasVowel = (word: string) => vowelsOf(word).includes(true)

const endsDouble = (word: string) => /([^aeiouy])\1$/.test(word)

/** Consonant, vowel, consonant, as "hop"; but not as "snow", "box" or "tray". */
function endsShort(word: string): boolean {
  const [before, middle, last] = vowelsOf(word).slice(-3)
  return before === false && middle === true && last === false && !/[wxy]$/.test(word)
}

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

type Endings = { longest: RegExp; instead: ReadonlyMap<string, string> }

const endings = (instead: Record<string, string>): Endings => ({
  // As little as can be stands before it, so it is the longest that fits.
  longest: new RegExp(`^(.*?)(${Object.keys(instead).join('|')})$`),
  instead: new Map(Object.entries(instead)),
})

const SECOND = endings({
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  abli: 'able',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
})

const THIRD = endings({ icate: 'ic', ative: '', alize: 'al', iciti: 'ic', ical: 'ic', ful: '', ness: '' })

function replaced(word: string, { longest, instead }: Endings): string {
  const [, before = '', ending = ''] = longest.exec(word) ?? []
  return ending !== '' && measureOf(before) > 0 ? before + instead.get(ending)! : word
}

// Of "sion" and "tion", the first letter stays.
const FOURTH = /^(.*?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/

function withoutFourth(word: string): string {
  const before = FOURTH.exec(word)?.[1]
  return before !== undefined && measureOf(before) > 1 ? before : word
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
