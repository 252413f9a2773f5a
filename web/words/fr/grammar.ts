// The grammar of French.

const rules = new Intl.PluralRules('fr')

const VOWEL = /^[aeiouyhéèê]/i

const nouns = (one: string, other: string): Partial<Record<Intl.LDMLPluralRule, string>> => ({
  one,
  many: VOWEL.test(other) ? `d’${other}` : `de ${other}`,
})

/** Returns a number and its noun: `0 message`, `2 messages`, `1000000 de messages`. */
export const count = (number: number, one: string, other: string) =>
  `${number} ${nouns(one, other)[rules.select(number)] ?? other}`

export const list = new Intl.ListFormat('fr')
export const percent = new Intl.NumberFormat('fr', { style: 'percent' })
export const momentName = new Intl.DateTimeFormat('fr', { weekday: 'long', hour: 'numeric', minute: '2-digit' })
