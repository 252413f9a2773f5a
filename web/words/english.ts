const rules = new Intl.PluralRules('en')

/** Returns a number with its noun. */
export const count = (number: number, one: string, other: string) =>
  `${number} ${rules.select(number) === 'one' ? one : other}`
