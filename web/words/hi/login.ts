import type { loginWords as English } from '../en-login'

export const loginWords: typeof English = {
  title: 'लॉग इन करें',
  into: (host) => `${host} में लॉग इन करें`,
  address: 'ईमेल पता',
  password: 'पासवर्ड',
  submit: 'लॉग इन करें',
  busy: 'लॉग इन हो रहा है…',
  otherWays: 'पासकी से या किसी और तरीके से लॉग इन करें',
}
