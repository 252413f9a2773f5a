/**
 * What is left of what one message may ask for. Three constructs can make much out of little: formulas, coloured code
 * and the addresses of linkifiers. What they make is counted here, and once it is used up the author's words are shown
 * as they stand: a message of 10,000 characters is then less than a megabyte of HTML, whatever is in it.
 */
export type Allowance = {
  /** Characters of TeX still to be typeset. */
  tex: number
  /** Characters of HTML still to be made by the three. */
  html: number
}

export const fullAllowance = (): Allowance => ({ tex: 2_000, html: 500_000 })

/** Takes what is wanted, if it is there to be taken. */
export function spend(allowance: Allowance, kind: keyof Allowance, wanted: number): boolean {
  if (wanted > allowance[kind]) return false
  allowance[kind] -= wanted
  return true
}
