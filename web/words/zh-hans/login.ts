import type { loginWords as English } from '../en-login'

export const loginWords: typeof English = {
  title: '登录',
  into: (host) => `登录 ${host}`,
  address: '邮箱地址',
  password: '密码',
  submit: '登录',
  busy: '正在登录…',
  otherWays: '使用通行密钥或其他方式登录',
}
