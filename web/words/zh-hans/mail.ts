// The text of what administrators see of the organization's emails, in Simplified Chinese.

import type { mailWords as English } from '../en-mail'

export const mailWords: typeof English = {
  text: '邮件在发送前在此等待。不显示收件人和正文。',
  cannotSend: '此服务器无法发送邮件。运营者尚未配置。',
  noneWaits: '没有等待的邮件。',
  waits: '等待的邮件',
  waiting: (count) => `${count} 封邮件在等待。`,
  waitingHeads: ['下次尝试', '放弃时间', '失败次数', '最后的错误'],
  refused: '拒收邮件的地址',
  refusedText: '30 天内不会向它们发送邮件。',
  noneRefused: '没有地址拒收邮件。',
  allow: '重新发送邮件',
  figures: '最近 30 天',
  figuresText: '每天的邮件和推送通知的结果。',
  noFigures: '没有发送任何内容。',
  figureHeads: ['日期', '类型', '结果', '数量'],
  media: { email: '邮件', push: '推送' },
  outcomes: {
    sent: '已发送',
    failed: '尝试失败',
    expired: '已放弃',
    refused: '被拒绝',
    suppressed: '未发送到拒收地址',
    not_needed: '不再需要',
  },
}
