import type { guestWords as English } from '../en-guests'

export const guestWords: typeof English = {
  add: '新建访客链接',
  text: '没有账号的人打开链接，填写名字，然后在一个频道中阅读和发言。请把访客可以阅读的内容放在私有频道中。',
  channel: '频道',
  expires: '有效期',
  expiry: { 1440: '一天', 10_080: '一周', 43_200: '一个月', 129_600: '三个月' },
  uses: (most) => `访客数量，最多 ${most}`,
  leave: '链接结束时访客离开',
  create: '创建访客链接',
  link: '访客链接',
  copy: '复制',
  links: '访客链接',
  none: '没有访客链接。',
  facts: (creator, uses, most) => `创建者：${creator}。已使用 ${uses}/${most} 次，`,
  until: (time) => `至 ${time}`,
  ended: '已结束',
  guests: '通过它进入的访客',
  accept: '保留为访客',
  end: '结束',
  endText: '将不再有人能通过此链接进入。',
  endGuests: (n) => `同时结束其访客的账号：${n}`,
}
