import type { CDPSession, Page } from '@playwright/test'

type Credential = Awaited<ReturnType<typeof credentialsOf>>[number]
type Settings = { credentials?: Credential[] }

async function credentialsOf(cdp: CDPSession, authenticatorId: string) {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

/** The browser's own authenticators for tests. A page has one at a time, like a person who has one device in hand. */
export async function virtualAuthenticators(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  return {
    /** Approves everything at once. */
    async insert({ credentials = [] }: Settings = {}) {
      const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      for (const credential of credentials) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
      return {
        /** Whether the person at the device is recognised from now on: without it the browser reports a cancelled ceremony. */
        async verify(isUserVerified: boolean): Promise<void> {
          await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
        },
        credentials: () => credentialsOf(cdp, authenticatorId),
        /** Returns the passkeys, for inserting it again. */
        async remove(): Promise<Credential[]> {
          const kept = await credentialsOf(cdp, authenticatorId)
          await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
          return kept
        },
      }
    },
  }
}

/** The authenticator approves an offer in the field at once: journeys that press the button go without. */
export async function withoutFieldOffer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
}
