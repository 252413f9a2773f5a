// The script of the pages on which a password is chosen: it shows how hard the password is to guess. The server decides.

const WEAK_UNTIL_BITS = 40
const STRONG_FROM_BITS = 65
/** A character of a language that people write has about this many bits. Of random characters, each has more. */
const BITS_PER_CHARACTER = 3
const BITS_PER_SIGN = 5

/** Returns about how many bits a guesser must find. Repetitions, runs and parts of the address count little. */
function bitsOf(password: string, address: string): number {
  let text = password.toLowerCase()
  for (const part of address.toLowerCase().split(/[^a-z0-9]+/)) if (part.length > 2) text = text.replaceAll(part, '')
  const characters = [...text]
  const fresh = characters.filter((_, at) => at === 0 || Math.abs(stepAt(characters, at)) > 1)
  const kinds = Math.min(fresh.length, 1.5 * new Set(fresh).size)
  const signs = fresh.filter((character) => !/[\p{L}\s]/u.test(character)).length
  return (kinds - Math.min(signs, kinds)) * BITS_PER_CHARACTER + Math.min(signs, kinds) * BITS_PER_SIGN
}

const stepAt = (characters: string[], at: number) =>
  (characters[at]!.codePointAt(0) ?? 0) - (characters[at - 1]!.codePointAt(0) ?? 0)

const field = document.querySelector<HTMLInputElement>('input[autocomplete=new-password]')
const strength = document.querySelector<HTMLElement>('[data-part=strength]')
const meter = strength?.querySelector('meter')
const label = strength?.querySelector('small')

if (field && strength && meter && label)
  field.addEventListener('input', () => {
    const bits = bitsOf(field.value, field.dataset.address ?? '')
    const isShort = field.value.length < field.minLength
    const level = isShort || bits < WEAK_UNTIL_BITS ? 1 : bits < STRONG_FROM_BITS ? 2 : 3
    meter.value = level
    label.textContent = strength.dataset[level === 1 ? 'weak' : level === 2 ? 'fair' : 'strong'] ?? ''
    strength.hidden = field.value === ''
  })
