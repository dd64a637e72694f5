import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { upstreamMessages } from '../messages/upstream.ts'
import type { UpstreamFile } from '../view.ts'

type Props = { locale: Locale; file: UpstreamFile; path: string; branch: string }

/** The token is typed for each push and never stored, so it cannot leak. */
export function SendForm({ locale, file, path, branch }: Props) {
  const t = upstreamMessages(locale)
  return (
    <details class="repo-hook upstream-send meta">
      <summary>{t.send}</summary>
      <p>{t.sendHint}</p>
      <form class="stack gap-2 above-3" method="post" action={`/file/${file.id}/upload`}>
        <label class="field">
          <span>{t.sendBranch}</span>
          <input
            class="input"
            name="branch"
            dir="ltr"
            required
            maxLength={200}
            value={branch}
            autocomplete="off"
            spellcheck={false}
            aria-describedby="send-branch"
          />
        </label>
        <p id="send-branch" class="meta">
          {t.sendBranchHint}
        </p>
        <label class="field">
          <span>{t.sendMessage}</span>
          <input class="input" name="message" dir="auto" maxLength={500} value={`Update ${path}`} autocomplete="off" />
        </label>
        <label class="field">
          <span>{t.sendToken}</span>
          <input
            class="input"
            name="token"
            type="password"
            dir="ltr"
            required
            maxLength={512}
            autocomplete="off"
            spellcheck={false}
          />
        </label>
        <Button kind="primary" icon="upload">
          {t.sendNow}
        </Button>
      </form>
    </details>
  )
}
