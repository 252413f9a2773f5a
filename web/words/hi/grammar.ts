// The grammar of Hindi.

const rules = new Intl.PluralRules('hi')

/** Returns a number and its noun. Zero takes the same form as one. */
export const count = (number: number, one: string, other: string) =>
  `${number} ${rules.select(number) === 'one' ? one : other}`

export const list = new Intl.ListFormat('hi')
export const percent = new Intl.NumberFormat('hi', { style: 'percent' })
export const momentName = new Intl.DateTimeFormat('hi', { weekday: 'long', hour: 'numeric', minute: '2-digit' })
