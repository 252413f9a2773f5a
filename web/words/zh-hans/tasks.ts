// The first tasks of an owner, in Simplified Chinese.

import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  title: '入门步骤',
  text: '只需五步，组织就准备就绪。每一步都会在设置中打开，此列表会保留到全部完成。',
  tasks: {
    profile: { name: '名称和图片', text: '让人们一眼认出你的组织。' },
    channels: { name: '频道', text: '为每个主题或团队创建频道，并选定新成员最初加入的频道。' },
    invitations: { name: '邀请', text: '通过邮件邀请，或用链接邀请多人。' },
    integrations: { name: '集成', text: '在这里发消息的机器人和服务，例如 GitHub。' },
    notifications: { name: '通知', text: '决定哪些事情可以打扰你。' },
  },
  done: '标为已完成',
  isDone: '✓ 已完成',
  markDone: (name) => `标为已完成：${name}`,
  hide: '隐藏',
  step: (at, all, name) => `第 ${at} 步，共 ${all} 步：${name}`,
  next: '完成，下一步',
  finish: '完成',
  newChannel: '新频道',
}
