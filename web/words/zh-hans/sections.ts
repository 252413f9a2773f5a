// The sections of the settings of the organization, in Simplified Chinese.

import type { organizationSections as English } from '../en-sections'

export const organizationSections: typeof English = {
  'organization/profile': '名称和图片',
  'organization/settings': '规则',
  'organization/permissions': '权限',
  'organization/users': '用户',
  'organization/invitations': '邀请',
  'organization/groups': '群组',
  'organization/folders': '频道文件夹',
  'organization/archived-channels': '已归档的频道',
  'organization/default-channels': '默认频道',
  'organization/new-users': '新成员的默认设置',
  'organization/emoji': '表情符号',
  'organization/linkifiers': '文字链接',
  'organization/playgrounds': '代码演练场',
  'organization/commands': '斜杠命令',
  'organization/automations': '自动操作',
  'organization/model': '语言模型',
  'organization/gifs': 'GIF 和贴纸',
  'organization/profile-fields': '个人资料字段',
  'organization/domains': '允许的域名',
  'organization/providers': '身份提供方',
  'organization/directory': '目录服务',
  'organization/mail': '邮件',
  'organization/exports': '导出',
  'organization/import': '导入',
  'organization/audit-log': '审计日志',
  'organization/discovery': '保全与搜索',
  'organization/usage': '用量和费用',
}
