// The text about the directory of the organization, in Simplified Chinese.

import type { directoryWords as English } from '../en-directory'

export const directoryWords: typeof English = {
  title: '目录服务',
  text: 'Okta 或 Entra 等目录服务可以通过 SCIM 在这里创建、更改和停用账号与群组。',
  address: '供目录服务使用的地址：',
  none: '还没有令牌。',
  add: '新令牌',
  create: '创建令牌',
  description: '名称，例如目录服务的名称',
  token: '目录服务的令牌',
  nameless: (id) => `令牌 ${id}`,
  madeBy: (name, day) => `由 ${name} 创建，${day}`,
  lastUsed: (ago) => `上次使用：${ago}`,
  neverUsed: '从未使用',
  replace: '更换',
  replaceItem: (name) => `更换 ${name}`,
  removeText: '使用此令牌的目录服务，其后续请求将被拒绝。',
  full: '两个令牌都有效。请先在目录服务中填入新令牌，再移除旧令牌。',
}
