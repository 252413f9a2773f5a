// The text of what the organization uses and costs, in Simplified Chinese.

import type { usageWords as English } from '../en-usage'

export const usageWords: typeof English = {
  now: '现有内容',
  counts: {
    people: '用户',
    active_people: '过去 30 天的活跃用户',
    bots: '机器人',
    channels: '频道',
    messages: '至今的消息',
    messages_of_30_days: '过去 30 天的消息',
    file_bytes: '文件',
  },
  days: '最近几天',
  daysText: '按 UTC 时间。数据有几分钟的延迟。',
  day: '日期',
  ofDay: { messages: '消息', requests: '请求', emails: '邮件', pushes: '推送通知' },
  costs: '运营者每月的费用',
  calls: '通话',
  callsText:
    '语音和画面在浏览器之间直接传输，或经由运营者的媒体服务器。通话在这里只产生请求费用：一小时、十次加入的通话不到十分之一美分。中继服务器和媒体服务器的费用在其运行处支付。',
  mediaText:
    'Cloudflare 媒体服务器每月超过 1,000 GB 后，参与者每接收 1 GB 收费 0.05 美元：十人语音一小时约一美分，十个摄像头约 40 美分。',
  costsText: (plan) =>
    `根据过去 30 天的用户和消息，以及统计的工作量估算。包括平台套餐 ${plan}，不包括存储。使用 WebSocket 的客户端比使用长轮询的客户端费用更低。`,
  resource: '工作量',
  withSockets: '使用 WebSocket',
  withPolls: '使用长轮询',
  total: '每月合计',
  resources: {
    worker_requests: '请求',
    worker_cpu_ms: 'CPU 时间（毫秒）',
    realm_requests: '对组织对象的请求',
    realm_gb_seconds: '对象的内存（GB 秒）',
    realm_rows_written: '写入的行',
    realm_rows_read: '读取的行',
    d1_rows_written: '写入存档的行',
    d1_rows_read: '从存档读取的行',
  },
  cell: (amount, dollars) => `${amount} · ${dollars}`,
}
