// The text about how a user logs in, and about who acts for the user, in Simplified Chinese.

import type { safetyWords as English } from '../en-safety'

export const safetyWords: typeof English = {
  confirm: '确认身份',
  confirmText: '此更改需要确认是你本人。',
  goOn: '继续',
  usePasskey: '使用通行密钥',
  noPasskeyUsed: '未使用通行密钥。请重试。',
  logInAgain: '请重新登录，然后再更改。',
  logInWith: (provider) => `使用 ${provider} 重新登录`,

  codes: '一次性验证码',
  codesText: '登录时除密码外，还需要手机上显示的验证码。',
  codesSince: (day) => `已于 ${day} 开启。`,
  codesLeft: (codes) => `还剩 ${codes} 个恢复码。`,
  manageCodes: '管理一次性验证码',

  identities: '已连接的身份',
  identitiesText: '无论其地址是什么，你都可以用其中任何一个登录。',
  connected: (day) => `连接时间：${day}`,
  providerGone: '此处已不再提供',
  connect: (provider) => `连接 ${provider}`,

  agents: '已连接的智能代理',
  agentsText: '你允许代表你操作的程序。它们发消息时，其他人能看出来。',
  lastUsed: (ago) => `上次使用：${ago}`,
  onlyIn: '仅限',
  scopes: {
    'messages:read': '读取消息、个人资料和文件',
    'messages:write': '发消息和回应',
    'drafts:write': '保存草稿',
    'status:write': '设置状态',
    'teams:write': '创建频道和更改群组',
  },
  disconnect: '断开',
  endAgent: (name) => `断开 ${name}`,
  endAgentText: '它将不能再代表你读取或发消息。你可以重新连接它。',

  agentCalls: '智能代理做了什么',
  agentCallsText: '最近 500 次调用。只有你能看到。',
  agentActs: {
    send_message: '发送了消息',
    schedule_message: '定时了一条消息',
    cancel_scheduled: '取消了定时消息',
    edit_message: '编辑了消息',
    react: '回应了消息',
    mark_read: '将消息标为已读',
    save_draft: '保存了草稿',
  },
  agentRead: '读取了内容',
  agentRefused: '被拒绝',
  agentMessage: '显示消息',
  allAgentCalls: '全部显示',
}
