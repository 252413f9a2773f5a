import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  region: 'はじめの手順',
  title: (realm) => `${realm} の準備`,
  text: '4つの手順です。それぞれ、実際に済むと完了になります。途中で離れてもかまいません。',
  tasks: {
    profile: {
      name: '名前と画像',
      text: '組織がひと目でわかるようにします。',
      open: '変更',
    },
    channels: {
      name: '最初のチャンネル',
      text: '参加した人は全員ここに入ります。チャンネルがないと、新しいメンバーには何も表示されません。',
      open: '選ぶ',
    },
    people: {
      name: 'メンバー',
      text: 'メール、または大勢に送れるリンクで招待します。最初のチャンネルから始まります。',
      open: '招待',
    },
    notifications: {
      name: '何を知らせてほしいか',
      text: 'ブラウザーが一度だけ確認します。それまでは何も通知されません。',
      open: '決める',
    },
  },
  previews: {
    name: 'リンク先のページを表示',
    text: 'メッセージの下に、ページのタイトル、文章、画像を表示します。このサーバーがページに問い合わせます。',
  },
  done: '完了',
  openOf: (open, name) => `${open}：${name}`,
  channels: ['全体', '質問と回答', '雑談'],
  create: (count) => `${count}個のチャンネルを作成`,
  another: 'ほかのチャンネル',
  afterChannels: 'チャンネルのあと',
  import: '代わりにSlackやZulipなどのサーバーからすべて取り込む',
  hide: '非表示',
  step: (at, all, name) => `手順 ${at} / ${all}：${name}`,
  next: (name) => `次へ：${name}`,
  welcome: (name) => `${name} さん、ようこそ`,
  choose: (count, realm) =>
    `${realm} の${count}個のチャンネルに参加しています。ほかのチャンネルも選べます。いつでも退出できます。`,
  open: (realm) => `${realm} を開く`,
  all: (count) => `${count}個のチャンネルをすべて見る`,
}
