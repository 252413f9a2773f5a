// The text about identity providers, in Japanese.

import type { providerWords as English } from '../en-providers'

export const providerWords: typeof English = {
  title: 'IDプロバイダー',
  text: 'メンバーがログインに使う外部サービスです。ここでのパスワードは不要になります。',
  none: 'IDプロバイダーはまだありません。',
  add: '新しいIDプロバイダー',
  kind: '種類',
  kinds: {
    oidc: 'OpenID Connect',
    google: 'Google',
    entra: 'Microsoft Entra',
    gitlab: 'GitLab',
    github: 'GitHub',
    apple: 'Apple',
  },
  key: 'アドレスに使うキー（英字と数字）',
  displayName: 'ログインページでの名前',
  issuer: '発行者（アドレス）',
  clientId: 'クライアントID',
  clientSecret: 'クライアントシークレット',
  appleKey: '秘密鍵',
  teamId: 'チームID',
  keyId: 'キーID',
  domains: '信頼するメールアドレスのドメイン',
  domainsText:
    'そのドメインの確認済みアドレスを持つ人なら、誰としてでもログインさせることができます。確信がなければ空欄にしてください。',
  redirect: '先方に登録するリダイレクトアドレス：',
  fromDeployment: 'デプロイ時の設定',
  test: 'テスト',
  works: 'プロバイダーは応答し、シークレットを受け付けました。',
  groups: 'グループ',
  groupsText:
    'ログインのたびに、クレームに値があるグループに参加し、この一覧のほかのグループから外れます。それ以外のグループは変わりません。',
  claim: 'クレーム',
  claimScope: '要求するスコープ',
  claimValue: '値',
  group: 'グループ',
  addGroup: 'グループを追加',
  groupsSaved: '次のログインから、グループはプロバイダーに従います。',
  groupRights: (names: string) => `次のグループのメンバーには管理者の権限があります: ${names}`,
  confirmRights: 'この権限を持つ人はプロバイダーが決める',
}
