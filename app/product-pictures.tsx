/** Pictures of the sample team on the start page, in light or dark like the page around them. */
import Image, { type StaticImageData } from "next/image"
import visibilityDark from "@/docs/screenshots/ai-visibility-dark.jpg"
import visibilityLight from "@/docs/screenshots/ai-visibility-light.jpg"
import visibilityPhone from "@/docs/screenshots/ai-visibility-phone.jpg"
import clientDark from "@/docs/screenshots/client-dark.jpg"
import clientLight from "@/docs/screenshots/client-light.jpg"
import clientPhone from "@/docs/screenshots/client-phone.jpg"

export const ProductPictures = () => (
  <>
    <ProductPicture
      title="AI visibility with intervals"
      text="How often AI engines mention a brand, beside its competitors. A change counts only if it is larger than chance explains. All pictures show the invented data of the sample team."
      light={visibilityLight}
      dark={visibilityDark}
      phone={visibilityPhone}
      alt="The AI visibility of a brand: what changed, metrics with their 95% intervals, and a chart with competitors."
    />
    <ProductPicture
      title="One page for each client"
      text="What changed, what needs attention, and whether goals will be met."
      light={clientLight}
      dark={clientDark}
      phone={clientPhone}
      alt="The page of a client: what changed, open signals, key metrics with a chart, and goals."
    />
  </>
)

/**
 * Crops the navigation (232 of 1,440 pixels) and the top bar (48 pixels), so that the page itself is larger.
 * 1,440 / 1,208 = 119.2%, 232 / 1,208 = 19.2%, 48 / 1,208 = 4%.
 */
const croppedClass = "-mt-[4%] -ml-[19.2%] h-auto w-[119.2%] max-w-none"

type PictureProps = {
  title: string
  text: string
  light: StaticImageData
  dark: StaticImageData
  /** Phones show a picture of a phone, in light mode only, because the text of the others would be too small. */
  phone: StaticImageData
  alt: string
}

/** The browser loads only the picture that is shown. Until then, the frame has the background of a page. */
const ProductPicture = ({ title, text, light, dark, phone, alt }: PictureProps) => (
  <section className="mx-auto mt-16 w-full max-w-[1136px]">
    <h2 className="text-title">{title}</h2>
    <p className="mt-1 max-w-[88ch] text-quiet">{text}</p>
    <div className="mt-6 overflow-hidden rounded-box border border-line bg-surface max-sm:hidden">
      <Image src={light} alt={alt} unoptimized loading="lazy" className={`shown-if-light ${croppedClass}`} />
      <Image src={dark} alt={alt} unoptimized loading="lazy" className={`shown-if-dark ${croppedClass}`} />
    </div>
    <div className="mx-auto mt-6 max-w-[390px] overflow-hidden rounded-box border border-line bg-surface sm:hidden">
      <Image src={phone} alt={alt} unoptimized loading="lazy" className="h-auto w-full" />
    </div>
  </section>
)
