import { isolated } from './grammar'
import type { loginWords as English } from '../en-login'

export const loginWords: typeof English = {
  title: 'تسجيل الدخول',
  into: (host) => `تسجيل الدخول إلى ${isolated(host)}`,
  address: 'عنوان البريد الإلكتروني',
  password: 'كلمة المرور',
  submit: 'تسجيل الدخول',
  busy: 'جارٍ تسجيل الدخول…',
  otherWays: 'تسجيل الدخول بمفتاح مرور أو بطريقة أخرى',
}
