/** Browsers that can install the page say so once, early; the offer is kept for whoever wants it. */
interface Offer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

class Install {
  offer = $state.raw<Offer | null>(null);

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.offer = event as Offer;
    });
    addEventListener('appinstalled', () => (this.offer = null));
  }

  async accept(): Promise<void> {
    const { offer } = this;
    this.offer = null;
    await offer?.prompt();
  }
}

export const install = new Install();
