// The grammar of Japanese. A counter follows each number, and no word has a plural.

const names = new Intl.ListFormat('ja')
const share = new Intl.NumberFormat('ja', { style: 'percent' })
const dayAndTime = new Intl.DateTimeFormat('ja', { weekday: 'long', hour: 'numeric', minute: '2-digit' })

export const list = (entries: string[]) => names.format(entries)
export const percent = (part: number) => share.format(part)
export const moment = (date: Date) => dayAndTime.format(date)
