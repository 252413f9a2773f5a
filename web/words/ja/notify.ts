// The text of notifications, and of their settings in this browser, in Japanese.

import type { words as English } from '../en-notify'

export const words: typeof English = {
  ringing: '着信中です。',
  answer: '応答',
  decline: '拒否',
  newMessage: '新しいメッセージ',
  title: 'このブラウザー',
  text: {
    desktop: 'デスクトップアプリは、起動している間だけ通知します。',
    on: 'Parleyを閉じているときも、このブラウザーに通知が届きます。',
    off: 'Parleyを閉じているときも、このブラウザーで通知を受け取れます。オンにすると、ブラウザーが許可を求めます。',
    denied:
      'このサイトからの通知が許可されていません。ブラウザーの設定で許可してから、ページを再読み込みしてください。',
    unsupported:
      'このブラウザーでは通知を受け取れません。iPhoneやiPadでは、先にParleyをホーム画面に追加し、そこから開いてください。',
    unavailable: 'このサーバーはブラウザーに通知を送りません。通知はParleyを開いている間だけ表示されます。',
  },
  offer: 'このようなメッセージを、このブラウザーで通知できます。',
  turnOn: '通知をオンにする',
  turnOff: '通知をオフにする',
  test: 'テスト通知を送信',
  tested: '通知を送信しました。',
  unreachable: 'このブラウザーのプッシュサービスに接続できません。通知はParleyを開いている間だけ表示されます。',
}
