// The grammar of Simplified Chinese. A measure word follows each number, and no word has a plural.

const names = new Intl.ListFormat('zh-Hans')
const share = new Intl.NumberFormat('zh-Hans', { style: 'percent' })
const dayAndTime = new Intl.DateTimeFormat('zh-Hans', { weekday: 'long', hour: 'numeric', minute: '2-digit' })

export const list = (entries: string[]) => names.format(entries)
export const percent = (part: number) => share.format(part)
export const moment = (date: Date) => dayAndTime.format(date)
