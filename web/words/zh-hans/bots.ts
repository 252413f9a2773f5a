// The text about bots and what services send to them, in Simplified Chinese.

import type { botWords as English } from '../en-bots'

export const botWords: typeof English = {
  own: '你的机器人',
  text: '机器人是以自己的身份发消息的程序，有自己的密钥。',
  none: '你还没有机器人。',
  cannotCreate: '你不能在此组织中创建机器人。',
  create: '创建机器人',
  name: '名称',
  shortName: '短名称，用于其地址',
  type: '类型',
  types: {
    1: '通用：可读可写',
    2: '传入 Webhook：外部服务用它发消息',
    3: '传出 Webhook：被提及时调用它',
    4: '内置',
  },
  address: '接收消息的地址',
  manage: '管理',
  showKey: '显示密钥',
  deactivate: '停用',
  deactivateText: '机器人将无法再发消息，其密钥也会失效。已发的消息会保留。',
  deliveries: '最近收到的请求',
  noDeliveries: '还没有服务发来内容。',
  outcomes: { sent: '已发送消息', nothing: '无需发送', repeated: '重复', refused: '已拒绝' },
  resend: '重新发送',
  secret: '服务的密钥',
  replaceSecret: '更换服务的密钥',
  secretText: '设置密钥后，没有签名的请求会被拒绝。留空则移除密钥。',
}
