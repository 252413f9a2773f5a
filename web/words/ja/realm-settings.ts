// The name of each setting of the organization, one sentence about it, and its options, in Japanese.

import type { realmSettingWords as English } from '../en-realm-settings'

export const realmSettingWords: typeof English = {
  name: { name: '名前', text: '組織の名前です。どのクライアントでも上部に表示されます。' },
  description: { name: '説明', text: '加入する前の人に表示されます。Markdownが使えます。' },
  org_type: {
    name: '組織の種類',
    text: '新しいメンバーが、どんな場所かを知る助けになります。',
    options: {
      0: '指定なし',
      10: '企業',
      20: 'オープンソースプロジェクト',
      30: '教育（非営利）',
      35: '教育（営利）',
      40: '研究',
      50: 'イベント、会議',
      60: '非営利団体（登録済み）',
      70: '政府機関',
      80: '政治団体',
      90: 'コミュニティ',
      100: '個人',
      1000: 'その他',
    },
  },
  default_language: { name: '言語', text: '新しいメンバーと、ボットのメッセージに使われます。' },
  welcome_message_custom_text: {
    name: 'ウェルカムメッセージ',
    text: 'Welcome Botが新しいメンバーに送ります。Markdownが使えます。',
  },

  invite_required: {
    name: '招待制',
    text: 'オフにすると、許可されたアドレスを持つ人は誰でも加入できます。',
  },
  emails_restricted_to_domains: {
    name: '許可ドメインのみ',
    text: '新しいメンバーには、一覧にあるドメインのアドレスが必要です。',
  },
  disallow_disposable_email_addresses: {
    name: '使い捨てアドレスの禁止',
    text: '使い捨てアドレスのサービスとして知られているものを拒否します。',
  },
  enable_spectator_access: {
    name: 'アカウントなしの閲覧',
    text: 'インターネット上の誰でも、Web公開チャンネルを読めます。',
  },
  parley_public_pages_indexed: {
    name: '公開ページの検索エンジンへの掲載',
    text: 'Web公開チャンネルには、アカウントのない人向けのページがあります。検索エンジンへの掲載を許可します。',
  },
  want_advertise_in_communities_directory: {
    name: 'コミュニティ一覧への掲載',
    text: '公開コミュニティの一覧に、この組織を載せてもよいことを示します。',
  },
  send_welcome_emails: { name: 'ウェルカムメール', text: '新しいメンバーに、最初の手順をメールで案内します。' },
  waiting_period_threshold: {
    name: '正式メンバーになるまでの日数',
    text: '新しいメンバーは、この日数が過ぎると正式メンバーになります。',
  },
  parley_passkey_login: { name: 'パスキー', text: 'メンバーがパスキーでログインできます。' },
  parley_factor_required_of: {
    name: '第2要素が必要な人',
    text: 'この役割の人は、先に進む前にパスキーかワンタイムコードを追加する必要があります。',
    options: {
      none: 'なし',
      owners: 'オーナー',
      administrators: '管理者とオーナー',
      moderators: 'モデレーター以上',
      members: 'メンバー以上',
      everyone: '全員（ゲストを含む）',
    },
  },
  parley_factor_required: {
    name: '有効な要素',
    text: 'パスキーはほかのサイトから要求できないため、偽のログインページから守られます。',
    options: { any: 'パスキーとワンタイムコード', passkey: 'パスキーのみ' },
  },
  parley_scim_manages_owners: {
    name: 'ディレクトリによるオーナーの管理',
    text: 'ディレクトリがオーナーを変更、無効化できるようになります。',
  },
  parley_agents_enabled: {
    name: 'エージェント',
    text: 'メンバーは、言語モデルが制御するプログラムを接続できます。オフにすると、接続済みのエージェントは何もできません。',
  },
  parley_session_idle_days: {
    name: '使われないログインが切れるまでの日数',
    text: 'この期間使われなかったブラウザーはログアウトされます。',
  },
  parley_session_absolute_days: {
    name: 'すべてのログインが切れるまでの日数',
    text: '期間が過ぎると、どのブラウザーでもログインし直す必要があります。',
  },
  parley_keep_in_browsers: {
    name: 'ブラウザーにメッセージを保存する',
    text: 'すぐに、ネットワークがなくても開けます。オフにすると、ブラウザーは保存したものを削除します。',
  },
  parley_language_model: {
    name: '言語モデル',
    text: '頼まれたときに要約と翻訳をします。そのときメッセージを読みます。',
    options: { none: 'なし', platform: 'プラットフォームのモデル', address: 'アドレスを指定' },
  },
  parley_language_model_url: {
    name: 'モデルのアドレス',
    text: 'チャット補完 API の完全なアドレス。例: https://models.example.com/v1/chat/completions',
  },
  parley_language_model_name: {
    name: 'モデルの名前',
    text: 'API での名前。プラットフォームには既定のモデルがあります。',
  },
  parley_speech_model_name: {
    name: '音声メッセージ用モデルの名前',
    text: '頼まれたときに、話された内容を書き起こします。名前がなければ、アドレスでは使えず、プラットフォームでは通常のモデルを使います。',
  },
  parley_language_model_requests: { name: '1 日の質問数', text: '全員の合計です。超えるとモデルは休みます。' },
  parley_gif_service: {
    name: 'GIF のサービス',
    text: 'ここで GIF とステッカーを検索します。',
    options: { none: 'なし', giphy: 'GIPHY', klipy: 'KLIPY', address: 'アドレスを指定' },
  },
  parley_gif_url: {
    name: 'サービスのアドレス',
    text: 'Tenor バージョン 2 と同じ API のアドレス。例: https://gifs.example.com/v2',
  },
  parley_audit_log_days: { name: '監査ログの保存日数', text: 'これより古い記録は削除されます。' },

  require_unique_names: { name: '名前の重複禁止', text: '2人が同じ名前を使うことはできません。' },
  name_changes_disabled: { name: '名前の変更は管理者のみ', text: 'メンバーは自分の名前を変更できません。' },
  email_changes_disabled: {
    name: 'メールアドレスの変更は管理者のみ',
    text: 'メンバーは自分のアドレスを変更できません。',
  },
  avatar_changes_disabled: {
    name: 'プロフィール画像の変更は管理者のみ',
    text: 'メンバーは自分の画像を変更できません。',
  },
  default_avatar_source: {
    name: '新しいメンバーの画像',
    text: '本人が画像をアップロードするまで使われます。',
    options: { G: 'Gravatarの画像（アドレスから）', J: 'このサーバーが描く模様' },
  },
  presence_disabled: { name: 'オンライン状態を隠す', text: '緑の点は誰にも表示されません。' },
  enable_read_receipts: { name: '既読確認', text: 'メッセージを誰が読んだかをメンバーが確認できます。' },
  enable_guest_user_indicator: { name: 'ゲストの表示', text: '名前の横に「ゲスト」と表示されます。' },
  enable_guest_user_dm_warning: {
    name: 'ゲストへのダイレクトメッセージの前に警告',
    text: '入力欄の上に表示されます。',
  },
  send_channel_events_messages: {
    name: 'チャンネルについてのお知らせ',
    text: 'チャンネルの変更を、そのチャンネルのメッセージとしても知らせます。',
  },

  allow_message_editing: {
    name: 'メッセージの編集を許可',
    text: 'トピックの移動と解決には、それぞれ専用の権限があります。',
  },
  message_content_edit_limit_seconds: {
    name: 'メッセージを編集できる時間',
    text: 'これを過ぎると、本文は変更できません。',
  },
  message_content_delete_limit_seconds: {
    name: 'メッセージを削除できる時間',
    text: '自分のメッセージを削除する権限を持つメンバーに適用されます。',
  },
  move_messages_within_stream_limit_seconds: {
    name: '別のトピックへ移動できる時間',
    text: 'モデレーターは、それより古いメッセージも移動できます。',
  },
  move_messages_between_streams_limit_seconds: {
    name: '別のチャンネルへ移動できる時間',
    text: 'モデレーターは、それより古いメッセージも移動できます。',
  },
  message_edit_history_visibility_policy: {
    name: '以前の版を閲覧できる人',
    text: '編集または移動されたメッセージが対象です。',
    options: { all: '編集と移動を全員が閲覧', moves: '移動のみを全員が閲覧', none: '誰も閲覧できない' },
  },
  message_retention_days: {
    name: 'メッセージを削除するまでの日数',
    text: '独自の設定がないすべてのチャンネルと、ダイレクトメッセージが対象です。',
  },
  topics_policy: {
    name: 'トピックのないメッセージ',
    text: 'チャンネルごとに変更できます。',
    options: { allow_empty_topic: '全般チャットに入る', disable_empty_topic: 'トピックが必要' },
  },
  default_code_block_language: {
    name: 'コードブロックの言語',
    text: '言語を指定していないブロックに使われます（例：python）。',
  },

  inline_image_preview: { name: 'リンク先の画像を表示', text: 'このサーバーを経由して、メッセージの下に表示します。' },
  inline_url_embed_preview: { name: 'リンク先のページを表示', text: 'ページのタイトルと説明を表示します。' },
  media_preview_size: {
    name: 'メッセージ内の画像の大きさ',
    text: 'メッセージに表示される画像と動画の大きさです。',
    options: { 100: '100%', 150: '150%', 200: '200%' },
  },
  gif_rating_policy: {
    name: 'アニメーション画像（GIF）',
    text: 'クライアントが候補に出してよい画像の範囲です。',
    options: { 0: 'なし', 1: 'レーティングG', 2: 'レーティングPG', 3: 'レーティングPG-13', 4: 'レーティングR' },
  },
  video_chat_provider: {
    name: 'ビデオ通話',
    text: '通話に使うサービスです。',
    options: { 0: 'なし', 1: 'Jitsi Meet', 3: 'Zoom', 4: 'BigBlueButton', 5: 'Zoom' },
  },
  jitsi_server_url: {
    name: 'Jitsiサーバーのアドレス',
    text: 'このサーバーの標準を使う場合は「default」と入力します。',
  },

  digest_emails_enabled: {
    name: '週間ダイジェスト',
    text: 'しばらく離れていたメンバーに、見逃した内容をメールで送ります。',
  },
  digest_weekday: {
    name: 'ダイジェストの曜日',
    text: '各メンバーのタイムゾーンに従います。',
    options: { 0: '月曜日', 1: '火曜日', 2: '水曜日', 3: '木曜日', 4: '金曜日', 5: '土曜日', 6: '日曜日' },
  },
  message_content_allowed_in_email_notifications: {
    name: 'メールにメッセージの本文を含める',
    text: 'オフにすると、誰がどこに書いたかだけがメールに載ります。',
  },
  require_e2ee_push_notifications: {
    name: '携帯端末の通知は暗号化のみ',
    text: '復号できない端末には何も送りません。',
  },

  moderation_request_channel_id: {
    name: '報告用のチャンネル',
    text: '報告されたメッセージが送られるため、非公開である必要があります。',
  },
  new_stream_announcements_stream_id: {
    name: '新しいチャンネルを告知するチャンネル',
    text: '新しい公開チャンネルができるたびに、ボットが知らせます。',
  },
  signup_announcements_stream_id: {
    name: '新しいメンバーを告知するチャンネル',
    text: '新しいメンバーが加わるたびに、ボットが知らせます。',
  },
  svc_update_announcements_stream_id: {
    name: 'サーバーのお知らせ用のチャンネル',
    text: '新しい機能をボットが知らせます。',
  },
}
