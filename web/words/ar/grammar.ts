// The grammar of Arabic: six forms of a counted noun, and text of another direction inside of a sentence.

const rules = new Intl.PluralRules('ar')
// Counts are written with these digits everywhere in the client.
const LOCALE = 'ar-u-nu-latn'
const names = new Intl.ListFormat('ar')
const share = new Intl.NumberFormat(LOCALE, { style: 'percent' })
const dayAndTime = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** Returns the function that writes a number with its noun. `#` is the number; one and two are words. */
export const counted = (forms: Record<Intl.LDMLPluralRule, string>) => (number: number) =>
  forms[rules.select(number)].replace('#', String(number))

/** Keeps a name, or text in Latin letters, from changing the order of the sentence around it. */
export const isolated = (text: string | number) => `\u2068${text}\u2069`

export const list = (entries: string[]) => names.format(entries.map(isolated))
export const percent = (part: number) => share.format(part)
export const moment = (date: Date) => dayAndTime.format(date)

export const people = counted({
  zero: 'لا أحد',
  one: 'شخص واحد',
  two: 'شخصان',
  few: '# أشخاص',
  many: '# شخصًا',
  other: '# شخص',
})
export const endedSessions = counted({
  zero: 'لا جلسات',
  one: 'جلسة واحدة',
  two: 'جلستان',
  few: '# جلسات',
  many: '# جلسة',
  other: '# جلسة',
})
export const otherPeople = counted({
  zero: 'لا أحد آخر',
  one: 'شخص آخر',
  two: 'شخصان آخران',
  few: '# أشخاص آخرين',
  many: '# شخصًا آخر',
  other: '# شخص آخر',
})
export const members = counted({
  zero: 'لا أعضاء',
  one: 'عضو واحد',
  two: 'عضوان',
  few: '# أعضاء',
  many: '# عضوًا',
  other: '# عضو',
})
export const channels = counted({
  zero: 'لا قنوات',
  one: 'قناة واحدة',
  two: 'قناتان',
  few: '# قنوات',
  many: '# قناة',
  other: '# قناة',
})
