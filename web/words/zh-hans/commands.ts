// What each command does, and the words around an answer, in Simplified Chinese.

import type { commandWords as English } from '../en-commands'

export const commandWords: typeof English = {
  onlyYou: '仅你可见。',
  pong: '服务器在线。',
  commands: {
    me: '描述自己的动作：“/me 挥手”',
    poll: '投票：“/poll 问题”，然后每行一个选项',
    todo: '待办清单：“/todo 标题”，然后每行一个任务',
    dark: '深色主题',
    light: '浅色主题',
    'fluid-width': '消息与窗口同宽',
    'fixed-width': '消息采用便于阅读的宽度',
    ping: '检查服务器是否在线',
  },
}
