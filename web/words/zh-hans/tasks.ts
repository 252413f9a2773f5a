import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  region: '入门步骤',
  title: (realm) => `设置 ${realm}`,
  text: '共四步，每一步在真正做到时完成。可以离开，稍后再回来。',
  tasks: {
    profile: {
      name: '名称和图标',
      text: '让大家认出这个组织。',
      open: '更改',
    },
    channels: {
      name: '起始频道',
      text: '加入的人都会在其中。没有频道，新成员什么也看不到。',
      open: '选择',
    },
    people: {
      name: '成员',
      text: '通过邮件，或用一个链接邀请多人。他们从你的第一个频道开始。',
      open: '邀请',
    },
    notifications: {
      name: '哪些事情可以打扰你',
      text: '浏览器只询问一次，在那之前不会打扰。',
      open: '决定',
    },
  },
  previews: { name: '显示链接的网页', text: '在消息下方显示网页的标题、文字和图片。由此服务器向网页请求。' },
  done: '已完成',
  openOf: (open, name) => `${open}：${name}`,
  channels: ['综合', '求助', '闲聊'],
  create: (count) => `创建 ${count} 个频道`,
  another: '其他频道',
  afterChannels: '先建频道',
  import: '改为从 Slack、Zulip 或其他服务器导入全部内容',
  hide: '隐藏',
  step: (at, all, name) => `第 ${at} 步，共 ${all} 步：${name}`,
  next: (name) => `下一步：${name}`,
  welcome: (name) => `欢迎，${name}`,
  choose: (count, realm) => `你在 ${realm} 的 ${count} 个频道中。可以选择其他频道，也可以离开任何一个。`,
  open: (realm) => `打开 ${realm}`,
  all: (count) => `查看全部 ${count} 个频道`,
}
