// The name of each personal setting, one sentence about it, and its options, in Japanese.

import type { userSettingWords as English } from '../en-user-settings'

const channelTopics = {
  1: '参加したとき',
  2: '書き込んだとき',
  3: '開始したとき',
  4: 'しない',
}

export const userSettingWords: typeof English = {
  color_scheme: {
    name: 'テーマ',
    text: 'ライト、ダーク、またはこの端末の設定に従います。',
    options: { 1: '端末の設定に従う', 2: 'ダーク', 3: 'ライト' },
  },
  web_font_size_px: { name: '文字の大きさ', text: 'メッセージと一覧の文字の大きさ（ピクセル）です。' },
  web_line_height_percent: { name: '行の高さ', text: '文字の大きさに対する割合（パーセント）です。' },
  fluid_layout_width: { name: '画面の幅をすべて使う', text: 'メッセージをウィンドウの幅いっぱいに表示します。' },
  high_contrast_mode: {
    name: 'ハイコントラスト',
    text: '文字と線が、明るい背景ではより暗く、暗い背景ではより明るくなります。',
  },
  emojiset: {
    name: '絵文字',
    text: 'メッセージ内の絵文字の見た目です。',
    options: { google: 'この端末の絵文字', text: '名前で表示（例：:smile:）' },
  },
  twenty_four_hour_time: {
    name: '24時間表記',
    text: '時刻を17:30のように表示します。オフの場合は、使用する言語に合わせて表示します。',
  },
  default_language: { name: '言語', text: '画面とあなた宛てのメールに使われます。' },
  timezone: { name: 'タイムゾーン', text: 'あなたの現地時刻がほかの人に表示されます。メールにも使われます。' },
  web_suggest_update_timezone: {
    name: 'タイムゾーンが異なるときに確認',
    text: '端末のタイムゾーンへの変更を提案します。',
  },
  web_animate_image_previews: {
    name: 'アニメーション画像',
    text: 'メッセージ内の画像を動かすタイミングです。',
    options: { always: '常に', on_hover: 'ポインターを重ねたとき', never: '動かさない' },
  },

  web_home_view: {
    name: '最初の画面',
    text: '起動したときに表示する画面です。',
    options: { inbox: '受信箱', recent: '最近の会話', all_messages: '統合フィード' },
  },
  web_escape_navigates_to_home_view: {
    name: 'Escapeキーで最初の画面へ',
    text: '会話以外のどの画面からでも戻れます。',
  },
  web_mark_read_on_scroll_policy: {
    name: 'メッセージを既読にする',
    text: '最後まで表示したメッセージを、どの画面で既読にするかを選びます。',
    options: { 1: 'すべての画面', 2: '会話の画面のみ', 3: '自動では既読にしない' },
  },
  web_channel_default_view: {
    name: 'チャンネルをクリックしたときに開くもの',
    text: 'チャンネルで最初に表示する内容です。',
    options: {
      1: '最新のトピック',
      2: 'すべてのメッセージ',
      4: '最新の未読トピック',
    },
  },
  parley_link_previews: {
    name: 'リンクのプレビュー',
    text: '組織で表示している場合に、リンク先のページの概要を表示します。オフにすると、あなたのメッセージのリンクについてもページを取得しません。',
  },
  hide_ai_features: { name: '言語モデルを使わない', text: '組織にある要約と翻訳を隠します。' },
  display_emoji_reaction_users: {
    name: 'リアクションの横に名前を表示',
    text: 'リアクションが少ないときは、数ではなく名前を表示します。',
  },
  automatically_follow_topics_policy: {
    name: 'トピックの自動フォロー',
    text: 'フォロー中のトピックは通知されます。',
    options: channelTopics,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'ミュートしたチャンネルのトピックの自動ミュート解除',
    text: 'チャンネルのそれ以外の部分はミュートのままです。',
    options: channelTopics,
  },
  automatically_follow_topics_where_mentioned: {
    name: 'メンションされたトピックをフォロー',
    text: 'メンションされた時点からフォローします。',
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'トピック解決のお知らせを既読にする',
    text: '未読として数えなくなります。',
    options: { always: '常に', except_followed: 'フォロー中のトピックを除く', never: 'しない' },
  },

  enter_sends: { name: 'Enterで送信', text: '改行にはShift+Enterを使います。' },
  translate_emoticons: { name: '顔文字を絵文字に変換', text: 'メッセージ内の「:)」が絵文字になります。' },
  enable_drafts_synchronization: {
    name: '下書きをサーバーに保存',
    text: '別の端末で続きを書けます。',
  },
  web_navigate_to_sent_message: {
    name: '送信したメッセージへ移動',
    text: 'ほかの画面から返信すると、その会話が開きます。',
  },

  starred_message_counts: { name: 'スター付きメッセージの数を表示', text: '「スター付き」の横に表示されます。' },
  demote_inactive_streams: {
    name: '静かなチャンネルを下に表示',
    text: '新着メッセージのないチャンネルを一覧の下に移します。',
    options: { 1: 'チャンネルが多いとき', 2: '常に', 3: 'しない' },
  },
  web_stream_unreads_count_display_policy: {
    name: 'チャンネルの横の数字',
    text: '未読メッセージの数を表示するチャンネルを選びます。',
    options: { 1: 'すべてのチャンネル', 2: 'ミュートしていないチャンネル', 3: '表示しない' },
  },
  web_left_sidebar_show_channel_folders: {
    name: 'チャンネルをフォルダーでまとめる',
    text: '組織が決めた並びに従います。',
  },
  web_inbox_show_channel_folders: {
    name: '受信箱をフォルダーでまとめる',
    text: 'チャンネルの未読の会話が、フォルダー名の下に並びます。',
  },
  web_left_sidebar_unreads_count_summary: {
    name: '未読メッセージの合計数',
    text: '一覧の一番上に表示します。',
  },

  presence_enabled: { name: 'オンライン状態を表示', text: '名前の横に緑の点が表示され、ほかの人にわかります。' },
  send_private_typing_notifications: {
    name: 'ダイレクトメッセージの入力中であることを表示',
    text: '受け取る相手に表示されます。',
  },
  send_stream_typing_notifications: {
    name: 'チャンネルで入力中であることを表示',
    text: 'そのトピックを開いている人に表示されます。',
  },
  receives_typing_notifications: {
    name: 'ほかの人の入力中の表示',
    text: '会話のメッセージの下に表示されます。',
  },
  send_read_receipts: { name: '既読を知らせる', text: '既読確認に、あなたの名前が表示されます。' },
  email_address_visibility: {
    name: 'メールアドレスを見られる人',
    text: 'それ以外の人には、誰にも届かない別のアドレスが表示されます。',
    options: { 1: '全員', 2: 'メンバー', 5: 'モデレーター', 3: '管理者', 4: 'なし' },
  },
  allow_private_data_export: {
    name: 'エクスポートに非公開データを含める',
    text: '管理者が、あなたのダイレクトメッセージと非公開チャンネルをエクスポートできるようになります。',
  },

  notification_sound: { name: 'サウンド', text: '通知の音です。' },
  pm_content_in_desktop_notifications: {
    name: 'デスクトップ通知にダイレクトメッセージの本文を表示',
    text: 'オフにすると、誰が書いたかだけが表示されます。',
  },
  desktop_icon_count_display: {
    name: 'タイトルの数字',
    text: 'ウィンドウのタイトルに表示する数です。',
    options: {
      1: 'すべての未読メッセージ',
      2: 'ダイレクトメッセージ、メンション、フォロー中のトピック',
      3: 'ダイレクトメッセージとメンション',
      4: 'なし',
    },
  },
  enable_online_push_notifications: {
    name: 'ほかの端末を使用中も携帯端末に通知',
    text: 'オフの場合、別の端末を使っている間は携帯端末に通知しません。',
  },
  parley_do_not_disturb_until: {
    name: 'おやすみモードの終了時刻',
    text: 'それまで携帯端末は鳴らず、メールも送られません。',
  },
  parley_quiet_hours: {
    name: '通知しない時間帯',
    text: '毎日、あなたのタイムゾーンで適用されます（例：22:00-07:00）。',
  },
  email_notifications_batching_period_seconds: {
    name: 'メールを送るまでの待ち時間',
    text: '秒単位です。この間のメッセージは1通のメールにまとめられます。',
  },
  message_content_in_email_notifications: {
    name: 'メールにメッセージの本文を含める',
    text: 'オフにすると、どこを見ればよいかだけがメールに載ります。',
  },
  realm_name_in_email_notifications_policy: {
    name: '件名に組織名を含める',
    text: '複数の組織を使う場合に便利です。',
    options: { 1: '複数の組織を使うとき', 2: '常に', 3: '含めない' },
  },
  enable_digest_emails: { name: 'ダイジェスト', text: '数日離れていたときに、見逃した内容をまとめて送ります。' },
  enable_login_emails: { name: '新しいログイン', text: '新しい端末からログインがあったときにメールで知らせます。' },
  enable_marketing_emails: { name: '製品のお知らせ', text: 'まれに送られます。' },
  wildcard_mentions_notify: {
    name: '@allをメンションとして扱う',
    text: '自分の名前が書かれたときと同じように通知されます。',
  },
  enable_followed_topic_wildcard_mentions_notify: {
    name: 'フォロー中のトピックで@allをメンションとして扱う',
    text: 'ほかの場所で扱わない設定でも、ここでは通知されます。',
  },

  enable_desktop_notifications: {
    name: 'ダイレクトメッセージとメンション：デスクトップ',
    text: '画面に通知を表示します。',
  },
  enable_sounds: { name: 'ダイレクトメッセージとメンション：サウンド', text: 'クライアントが音を鳴らします。' },
  enable_offline_push_notifications: {
    name: 'ダイレクトメッセージとメンション：プッシュ',
    text: '離席中に通知します。',
  },
  enable_offline_email_notifications: {
    name: 'ダイレクトメッセージとメンション：メール',
    text: '離席中に通知します。',
  },
  enable_followed_topic_desktop_notifications: {
    name: 'フォロー中のトピック：デスクトップ',
    text: '画面に通知を表示します。',
  },
  enable_followed_topic_audible_notifications: {
    name: 'フォロー中のトピック：サウンド',
    text: 'クライアントが音を鳴らします。',
  },
  enable_followed_topic_push_notifications: {
    name: 'フォロー中のトピック：プッシュ',
    text: '離席中に通知します。',
  },
  enable_followed_topic_email_notifications: {
    name: 'フォロー中のトピック：メール',
    text: '離席中に通知します。',
  },
  enable_stream_desktop_notifications: {
    name: 'すべてのチャンネルメッセージ：デスクトップ',
    text: '画面に通知を表示します。',
  },
  enable_stream_audible_notifications: {
    name: 'すべてのチャンネルメッセージ：サウンド',
    text: 'クライアントが音を鳴らします。',
  },
  enable_stream_push_notifications: {
    name: 'すべてのチャンネルメッセージ：プッシュ',
    text: '離席中に通知します。',
  },
  enable_stream_email_notifications: {
    name: 'すべてのチャンネルメッセージ：メール',
    text: '離席中に通知します。',
  },
}
