import { locale } from '../words/language'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Returns a size such as "3.4 MB". */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power],
    // The short form of a byte has no plural in English.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(value)
}
