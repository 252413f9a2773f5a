// The grammar of Spanish.

const rules = new Intl.PluralRules('es')

const nouns = (one: string, other: string): Partial<Record<Intl.LDMLPluralRule, string>> => ({
  one,
  many: `de ${other}`,
})

/** Returns a number and its noun: `1 mensaje`, `2 mensajes`, `1000000 de mensajes`. */
export const count = (number: number, one: string, other: string) =>
  `${number} ${nouns(one, other)[rules.select(number)] ?? other}`

export const list = new Intl.ListFormat('es')
export const percent = new Intl.NumberFormat('es', { style: 'percent' })
export const momentName = new Intl.DateTimeFormat('es', { weekday: 'long', hour: 'numeric', minute: '2-digit' })
