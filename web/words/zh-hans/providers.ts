// The text about identity providers, in Simplified Chinese.

import type { providerWords as English } from '../en-providers'

export const providerWords: typeof English = {
  title: '身份提供方',
  text: '成员通过这些服务登录，因此在这里不需要密码。',
  none: '还没有身份提供方。',
  add: '新身份提供方',
  kind: '类型',
  kinds: {
    oidc: 'OpenID Connect',
    google: 'Google',
    entra: 'Microsoft Entra',
    gitlab: 'GitLab',
    github: 'GitHub',
    apple: 'Apple',
  },
  key: '用于地址的标识：字母和数字',
  displayName: '登录页面上显示的名称',
  issuer: '颁发者（地址）',
  clientId: '客户端 ID',
  clientSecret: '客户端密钥',
  appleKey: '私钥',
  teamId: '团队 ID',
  keyId: '密钥 ID',
  domains: '信任的邮箱域名',
  domainsText: '它可以让任何人以这些域名下已验证地址的所有者身份登录。如果不确定，请留空。',
  redirect: '需在对方登记的重定向地址：',
  fromDeployment: '来自部署配置',
  test: '测试',
  works: '身份提供方已响应，并接受了密钥。',
}
