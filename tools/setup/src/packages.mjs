/** Debian packages by what they are for. Names as in Debian 12. */
const display = ["xvfb", "openbox", "dbus", "at-spi2-core", "x11-utils"];
const libraries = ["libx11-6", "libxi6", "libxext6", "libxcb1", "libxkbcommon0"];
const fixture = ["python3", "python3-gi", "gir1.2-gtk-3.0", "adwaita-icon-theme", "fonts-dejavu-core"];
const pictures = ["ffmpeg"];
const testApps = [
  "xdotool",
  "zenity",
  "gir1.2-atspi-2.0",
  "procps",
  "gir1.2-gtk-4.0",
  "python3-pyqt5",
  "chromium",
  "gnome-calculator",
];

export const demoPackages = [...display, ...libraries, ...fixture, ...pictures];
export const testPackages = [...demoPackages, ...testApps];
