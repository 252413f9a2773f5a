// The text of the email address of a channel, in Japanese.

import type { channelEmailWords as English } from '../en-channel-email'

export const channelEmailWords: typeof English = {
  title: 'メールアドレス',
  text: 'このアドレスへのメールは、件名をトピックとして、チャンネルのメッセージになります。プロバイダーが署名したメールだけが、あなたのメッセージとして表示されます。アドレスを知っている人は誰でもチャンネルに書き込めます。',
  none: 'このサーバーはメールを受信しません。',
  copy: 'アドレスをコピー',
  choose: 'メッセージの内容',
  options: {
    'show-sender': 'メールの送信者を表示',
    'include-footer': '署名を残す',
    'include-quotes': '引用されたメールを残す',
    'prefer-html': '太字、リンク、リストを残す',
  },
  replace: 'アドレスを変更',
  replaceText: '以前のアドレスへのメールは送信者に戻ります。ほかの人のアドレスはそのままです。',
}
