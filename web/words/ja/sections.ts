// The sections of the settings of the organization, in Japanese.

import type { organizationSections as English } from '../en-sections'

export const organizationSections: typeof English = {
  'organization/profile': '名前と画像',
  'organization/settings': 'ルール',
  'organization/permissions': '権限',
  'organization/users': 'ユーザー',
  'organization/invitations': '招待',
  'organization/groups': 'グループ',
  'organization/folders': 'チャンネルフォルダー',
  'organization/archived-channels': 'アーカイブ済みチャンネル',
  'organization/default-channels': 'デフォルトチャンネル',
  'organization/new-users': '新しいメンバーの初期設定',
  'organization/emoji': '絵文字',
  'organization/linkifiers': 'テキスト内のリンク',
  'organization/playgrounds': 'コードプレイグラウンド',
  'organization/commands': 'スラッシュコマンド',
  'organization/automations': '自動処理',
  'organization/model': '言語モデル',
  'organization/gifs': 'GIF とステッカー',
  'organization/profile-fields': 'プロフィール項目',
  'organization/domains': '許可ドメイン',
  'organization/providers': 'IDプロバイダー',
  'organization/directory': 'ディレクトリ',
  'organization/mail': 'メール',
  'organization/exports': 'エクスポート',
  'organization/import': 'インポート',
  'organization/audit-log': '監査ログ',
  'organization/discovery': '保全と検索',
  'organization/usage': '使用量と費用',
}
