// The first tasks of an owner, in Japanese.

import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  title: 'はじめの手順',
  text: '5つの手順で組織の準備ができます。それぞれ設定画面で開き、この一覧は完了するまで残ります。',
  tasks: {
    profile: { name: '名前と画像', text: 'ひと目で組織とわかるようにします。' },
    channels: { name: 'チャンネル', text: '話題やチームごとに作り、新しいメンバーが最初に参加するものを決めます。' },
    invitations: { name: '招待', text: 'メールで、または大人数向けのリンクで招待します。' },
    integrations: { name: '連携', text: 'GitHubなど、ここに書き込むボットやサービスです。' },
    notifications: { name: '通知', text: '何を知らせてほしいかを決めます。' },
  },
  done: '完了にする',
  isDone: '✓ 完了',
  markDone: (name) => `完了にする：${name}`,
  hide: '非表示',
  step: (at, all, name) => `手順 ${at} / ${all}：${name}`,
  next: '完了して次へ',
  finish: '完了',
  newChannel: '新しいチャンネル',
}
