import type { whatIfWords as English } from '../en-what-if'

export const whatIfWords: typeof English = {
  title: '将发生的变化',
  loseChannel: '不再看到该频道',
  gainChannel: '将看到该频道',
  loseMessages: '可读消息减少',
  gainMessages: '可读消息增多',
  messages: '消息',
  people: '人',
  losePeople: '看到的人减少',
  gainPeople: '看到的人增多',
  direct: '私信',
  notSaved: '未保存',
  moreChannels: (n: number) => `其他频道：${n}`,
  uncounted: (n: number) => `未计入的访客：${n}`,
  expired: (place: string, before: number, after: number) => `${place}：将删除的消息：${after}（目前：${before}）`,
}
