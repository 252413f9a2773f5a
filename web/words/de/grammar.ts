// What the German texts share.

const rules = new Intl.PluralRules('de')

/** Returns a number with its noun. */
export const count = (number: number, one: string, other: string) =>
  `${number} ${rules.select(number) === 'one' ? one : other}`

export const list = new Intl.ListFormat('de')
export const percent = new Intl.NumberFormat('de', { style: 'percent' })
export const momentName = new Intl.DateTimeFormat('de', { weekday: 'long', hour: 'numeric', minute: '2-digit' })
