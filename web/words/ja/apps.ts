import type { appWords as English } from '../en-apps'

export const appWords: typeof English = {
  title: '携帯端末とパソコン',
  apps: 'Zulip の携帯端末用とパソコン用のアプリでこの組織を開けます。このページのアドレスを入力してください。',
  on: '携帯端末に通知が届きます。通知は端末ごとに暗号化されます。',
  ends: (date) => `携帯端末への通知は ${date} まで届きます。その日にこの組織のプランが終了します。`,
  off: '現在、携帯端末に通知は届きません。',
  why: 'サーバーのプッシュサービスへの登録と、端末でのログインが必要です。10 人を超える場合はプランも必要です。',
  getApps: 'アプリを入手',
  plans: 'プッシュサービスのプラン',
  bill: 'この組織のプランと請求',
}
