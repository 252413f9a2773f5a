import type { loginWords as English } from '../en-login'

export const loginWords: typeof English = {
  title: 'ログイン',
  into: (host) => `${host} にログイン`,
  address: 'メールアドレス',
  password: 'パスワード',
  submit: 'ログイン',
  busy: 'ログイン中…',
  otherWays: 'パスキーなど、別の方法でログイン',
}
